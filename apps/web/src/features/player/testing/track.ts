import type { Track } from '../player-state.ts';

export const track = (id: string): Track => ({
  id,
  src: `/audio/${id}`,
  durationSeconds: 60,
  title: 'El tren que nunca salió',
  artist: '@tono_rdz',
});
