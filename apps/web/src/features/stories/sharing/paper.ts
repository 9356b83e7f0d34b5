/** Images and videos for other apps always use the light colours. */
export const paperColors = { paper: '#fbf6ef', ink: '#221a16', muted: '#73655a', voice: '#ce4023' } as const;

const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u;
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);
