/** The result of one check, with the remedy if it failed. */
export interface Examined {
  readonly found: string;
  readonly advice?: string;
}
