/// Where a log call stands in the source.
///
/// The texts are literals: a record keeps pointers to them, which stay good as long as the process, as Swift never unloads
/// code. All of it is known when the call is compiled.
@safe
@frozen
@usableFromInline
struct CallSite {
    /// The file as `Module/File.swift`; `nil` for none.
    @usableFromInline let file: UnsafeRawPointer?
    /// The function; `nil` for none.
    @usableFromInline let function: UnsafeRawPointer?
    @usableFromInline let fileLength: UInt16
    @usableFromInline let functionLength: UInt16
    /// `noLine` for none.
    @usableFromInline let line: UInt32

    @usableFromInline static var noLine: UInt32 { .max }

    @inlinable
    init(file: StaticString, function: StaticString, line: Int) {
        // A literal that is a single scalar without memory can only be made on purpose.
        unsafe self.file = file.hasPointerRepresentation ? UnsafeRawPointer(file.utf8Start) : nil
        unsafe self.function = function.hasPointerRepresentation ? UnsafeRawPointer(function.utf8Start) : nil
        fileLength = file.hasPointerRepresentation ? UInt16(clamping: file.utf8CodeUnitCount) : 0
        functionLength = function.hasPointerRepresentation ? UInt16(clamping: function.utf8CodeUnitCount) : 0
        self.line = line < 0 ? Self.noLine : UInt32(clamping: line)
    }

    /// No place: for what the library logs itself.
    static var none: CallSite { CallSite(file: "", function: "", line: -1) }
}
