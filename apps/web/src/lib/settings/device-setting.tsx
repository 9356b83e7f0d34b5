import { useState } from 'react';
import { deviceText } from '../../messages/device.ts';
import { Switch } from '../../ui/fields/switch.tsx';
import { deviceSwitches, type DeviceSwitchName } from './device-switches.ts';

/** A switch of this device, which needs no server. */
export function DeviceSetting({ name }: { readonly name: DeviceSwitchName }) {
  const setting = deviceSwitches[name];
  const [isOn, setOn] = useState(setting.isOn);
  return (
    <section className="mt-5">
      <Switch
        {...deviceText[name]}
        checked={isOn}
        onChange={(checked) => {
          setting.set(checked);
          setOn(checked);
        }}
      />
    </section>
  );
}
