const keptMs = 60_000;

/** Downloads a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Some browsers read the file only after they have asked the user.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
