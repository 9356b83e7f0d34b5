// What nobody sees: white space, zero-width and other ignorable characters, the blank of Braille.
const nothingToSee = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

/** Whether a text shows nothing, be it empty or made of characters without a picture. */
export const isBlank = (text: string): boolean => nothingToSee.test(text);
