import type { ReactNode } from 'react';
import { shellText } from '../../messages/shell.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Toasts } from './toasts.tsx';

interface ModalSheetProps {
  readonly title: string;
  /** Without it, the sheet stays until what it asks for is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** The sheet as every feature uses it: with our words and with room for toasts. Open for as long as it is mounted. */
export function ModalSheet({ title, onClose, children }: ModalSheetProps) {
  return (
    <Sheet title={title} closeLabel={shellText.close} toasts={<Toasts />} onClose={onClose}>
      {children}
    </Sheet>
  );
}
