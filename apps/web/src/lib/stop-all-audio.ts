import { createListeners } from './listeners.ts';

const { subscribe, notify } = createListeners();

/** Registers a source of sound; it must stop when the listener is called. */
export const onStopAllAudio = subscribe;

/** Stops all sound: before a recording, which would hear it, and when the user signs out. Works without loading the player. */
export const stopAllAudio = notify;
