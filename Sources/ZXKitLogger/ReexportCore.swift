// Records, levels and formats belong to the public face of this module.
@_exported public import ZXKitLogCore
