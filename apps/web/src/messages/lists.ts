// Written by hand, because creating the first `Intl.ListFormat` blocks a slow phone for 8 ms.

/** `Chile, México y Caribe` in parts, with what stands between. No listed name begins with an i, before which 'y' would be 'e'. */
export const toListParts = (names: readonly string[]): readonly string[] =>
  names.flatMap((name, index) => [...(index === 0 ? [] : [index === names.length - 1 ? ' y ' : ', ']), name]);

/** `Chile, México y Caribe` */
export const formatList = (names: readonly string[]) => toListParts(names).join('');
