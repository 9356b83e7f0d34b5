import type { ComponentProps } from 'react';
import { fieldClass } from './field-class.ts';
import { FieldMessage } from './field-message.tsx';
import { useField, type FieldTexts } from './use-field.ts';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & FieldTexts;

export function TextArea({ label, error, hint, className = '', ...rest }: TextAreaProps) {
  const { id, messageId, control } = useField({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-[650]">
        {label}
      </label>
      <textarea {...rest} {...control} className={`${fieldClass} py-3 leading-relaxed`} />
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}
