import type { ComponentProps } from 'react';
import { fieldClass, useField, type FieldTexts, FieldMessage } from './field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'children'>, FieldTexts {}

export function TextArea({ label, error, hint, className = '', ...rest }: TextAreaProps) {
  const { id, messageId, control } = useField({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-[650]">
        {label}
      </label>
      <textarea
        dir="auto"
        rows={3}
        {...rest}
        {...control}
        className={`${fieldClass} field-sizing-content max-h-60 min-h-24 resize-none py-3`}
      />
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}
