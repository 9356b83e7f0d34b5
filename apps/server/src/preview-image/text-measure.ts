/** Returns the width in pixels of a text in a font, which is given as the attributes of an SVG element. */
export type TextMeasure = (text: string, font: string) => number;
