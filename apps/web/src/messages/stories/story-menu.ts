/** Separate from the texts of the sheet, which the button on every card would load otherwise. */
export const storyMenuText = (title: string) => `Opciones de «${title}»`;
