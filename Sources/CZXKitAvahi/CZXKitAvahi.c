#include "CZXKitAvahi.h"
