#include "CZXKitSupport.h"
