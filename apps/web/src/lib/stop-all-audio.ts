import { createListeners } from './listeners.ts';

const { subscribe, notify } = createListeners();

/** Registers a player, which must stop when the listener is called. */
export const onStopAllAudio = subscribe;

/** Stops all sound: before a recording, which would capture it, and at a sign-out. Works without loading the player. */
export const stopAllAudio = notify;
