// Apart from the texts of sheets and settings, because every card shows it.
export const toPersonMenuLabel = (name: string): string => `Silenciar o bloquear a ${name}`;
