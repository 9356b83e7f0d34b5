export interface Flags {
  readonly showDownvotes: boolean;
  readonly recordOnly: boolean;
}

export const defaultFlags: Flags = { showDownvotes: false, recordOnly: true };
