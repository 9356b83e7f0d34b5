/** Some browsers lack it, although the types declare it. */
export const hasSystemShare = (): boolean => typeof navigator.share === 'function';

export const canShareFiles = (files: File[]): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files });

/** The user has closed the sheet, or a second tap found it already open. */
const answers = new Set(['AbortError', 'InvalidStateError']);

/** Opens the system's share sheet. Returns false if it does not open; closing it counts as an answer. */
export async function shareWithSystem(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && answers.has(error.name);
  }
}
