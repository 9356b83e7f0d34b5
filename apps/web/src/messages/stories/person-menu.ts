/** Separate from the texts of the sheet, which the button on every card would load otherwise. */
export const personMenuText = (name: string) => `Silenciar o bloquear a ${name}`;
