// Whoever watches an app deals with records, gaps and levels: one import gives them too. The language has no other
// spelling for an import that is part of a module's own interface.
@_exported public import ZXKitLogCore
