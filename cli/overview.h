// What `nightrider` says about itself as a whole.
#pragma once

#include <string>

namespace nightrider::cli {

std::string overview_text();

}  // namespace nightrider::cli
