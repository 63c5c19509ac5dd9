import { useFieldContext_unstable as useField } from '@fluentui/react-components';
import type { InputHTMLAttributes } from 'react';

/** Attributes that connect a control with the field around it; props of the control win. */
export function useWiring(own: { id?: string; 'aria-invalid'?: InputHTMLAttributes<unknown>['aria-invalid'] } = {}) {
  const field = useField();
  return {
    id: own.id ?? field?.labelFor,
    'aria-describedby': [field?.validationMessageId, field?.hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.validationState === 'error' || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** The same for Fluent's controls, which read label and notes from their field. */
export function useControl(own: Parameters<typeof useWiring>[0]) {
  const { 'aria-describedby': _, id, ...wiring } = useWiring(own);
  // An undefined id would replace the one that Fluent generates.
  return { ...wiring, ...(id ? { id } : {}), required: false };
}
