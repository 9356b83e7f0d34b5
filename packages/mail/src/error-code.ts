/** The code of a Node or nodemailer error, such as ENOSPC or EAUTH; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
