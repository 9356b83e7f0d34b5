/** Apart from the texts of its sheet: the button is on every card, and would load them with it. */
export const storyMenuText = (title: string) => `Opciones de «${title}»`;
