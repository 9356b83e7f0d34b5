const keptMs = 60_000;

/** Lets the browser keep a file, as a download. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Some browsers read it only after a question of theirs.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
