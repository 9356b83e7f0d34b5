/** Apart from the texts of its sheet: the button is on every card, and would load them with it. */
export const personMenuText = (name: string, mayLeaveOut: boolean) =>
  `${mayLeaveOut ? 'No me interesa, silenciar' : 'Silenciar'} o bloquear a ${name}`;
