/** Returns whether an Accept-Encoding header names an encoding, and not with the weight 0. */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(',')
    .some((each) => new RegExp(`^\\s*${encoding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*$).*)?$`, 'i').test(each));
