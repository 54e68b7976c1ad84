import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';

/** Texts are edited as they are, everything else as JSON. */
export type FieldText = { readonly text: string; readonly isJson: boolean };

export function toFieldText(value: JsonValue): FieldText {
  return typeof value === 'string' ? { text: value, isJson: false } : { text: JSON.stringify(value), isJson: true };
}

/** @returns the value, undefined when the text of a JSON field is not JSON */
export function fromFieldText({ text, isJson }: FieldText): JsonValue | undefined {
  if (!isJson) return text;
  try {
    // JSON.parse gives JSON values.
    return JSON.parse(text) as JsonValue;
  } catch {
    // The field shows that its text is not JSON.
    return undefined;
  }
}

/** @returns the reference with one field changed; null when that changes nothing */
export function withField(reference: JsonObject, field: string, value: JsonValue): JsonObject | null {
  return JSON.stringify(reference[field]) === JSON.stringify(value) ? null : { ...reference, [field]: value };
}
