import { readLocal, storeLocal } from '../local-storage.ts';

interface DeviceSwitch {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

const createSwitch = (key: string): DeviceSwitch => ({
  isOn: () => readLocal(key) !== 'no',
  set: (isOn) => void storeLocal(key, isOn ? 'yes' : 'no'),
});

/** Switches of this device, which are on until the user turns them off. */
export const deviceSwitches = {
  evenLoudness: createSwitch('relato.even-loudness'),
  silentReading: createSwitch('relato.silent-reading'),
};
export type DeviceSwitchName = keyof typeof deviceSwitches;
