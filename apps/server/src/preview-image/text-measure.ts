/** Returns the width in pixels of a text in a font, given as attributes of an SVG element. */
export type TextMeasure = (text: string, font: string) => number;
