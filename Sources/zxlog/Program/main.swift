Program.run(CommandLine.arguments.dropFirst())
