// `cmake --install` puts everything where a distribution would, and the installed program works from there.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

class InstallTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "nightrider-install-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    top_ = pattern;
  }
  void TearDown() override { fs::remove_all(top_); }

  // Runs a shell command; its output, or "failed: ..." .
  std::string run(const std::string& command) const {
    const fs::path output = top_ / "output";
    const int status = std::system(("cd / && ( " + command + " ) > " + output.string() + " 2>&1 < /dev/null").c_str());
    const std::string text = read_whole_file(output);
    return status == 0 ? text : "failed: " + text;
  }
  void expect_installed(const fs::path& prefix) const {
    EXPECT_TRUE(fs::exists(prefix / "share/nightrider/variants/chess/chess.zrf"));
    EXPECT_TRUE(fs::is_directory(prefix / "share/nightrider/variants/common"));
    EXPECT_TRUE(fs::exists(prefix / "share/man/man6/nightrider.6") || fs::exists(prefix / "share/man/man1/nightrider.1"));
    EXPECT_TRUE(fs::exists(prefix / "share/bash-completion/completions/nightrider"));
    EXPECT_NE(run((prefix / "bin/nightrider").string() + " list").find("mageca"), std::string::npos);
    const std::string check = run((prefix / "bin/nightrider").string() + " check " + (prefix / "share/nightrider/variants/magi/magi.zrf").string());
    EXPECT_EQ(check.find("failed"), std::string::npos) << check;
  }
  static std::string build_folder() { return fs::path(NIGHTRIDER_PROGRAM).parent_path().string(); }

  fs::path top_;
};

TEST_F(InstallTest, ProgramInAPrefixFindsItsVariants) {
  const std::string installed = run("cmake --install " + build_folder() + " --prefix " + (top_ / "prefix").string());
  ASSERT_EQ(installed.find("failed"), std::string::npos) << installed;
  expect_installed(top_ / "prefix");
}

TEST_F(InstallTest, ProgramBelowADestdirFindsItsVariants) {
  const std::string installed = run("DESTDIR=" + top_.string() + " cmake --install " + build_folder() + " --prefix /usr");
  ASSERT_EQ(installed.find("failed"), std::string::npos) << installed;
  expect_installed(top_ / "usr");
}

}  // namespace
}  // namespace nightrider::test
