/** Texts of generated files, by their paths in the project. */
export type Files = Readonly<Record<string, string>>
