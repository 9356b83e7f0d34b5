import type { Sign } from '@relato/contract/reactions/types';

/** Emoji, because every system draws them in colour, and people know them. */
export const signPictures: Readonly<Record<Sign, string>> = {
  heart: '❤️',
  laugh: '😂',
  tear: '😢',
  awe: '😮',
  shiver: '🥶',
  hug: '🤗',
};
