import type { ReactNode } from 'react';
import { shellText } from '../../messages/shell.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Toasts } from './toasts.tsx';

interface ModalSheetProps {
  readonly title: string;
  /** Without it, the sheet stays until its task is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** The sheet for all features, with our texts and room for toasts. Open while mounted. */
export function ModalSheet({ title, onClose, children }: ModalSheetProps) {
  return (
    <Sheet title={title} closeLabel={shellText.close} toasts={<Toasts />} onClose={onClose}>
      {children}
    </Sheet>
  );
}
