import { z } from 'zod';

/** A text with `{{ item.… }}` and `{{ sample.… }}` in it. */
export function templateText(description: string, examples: readonly string[]): z.ZodString {
  return z
    .string()
    .describe(`${description} May hold {{ item.… }} and {{ sample.… }}.`)
    .meta({ examples: [...examples] });
}

/** An enumeration whose values are explained one by one; editors show the explanations beside completions. */
export function namedEnum<const T extends readonly [string, ...string[]]>(
  values: T,
  description: string,
  explanations: Readonly<Record<T[number], string>>,
): z.ZodEnum<{ [K in T[number]]: K }> {
  // The order of the explanations must be that of the values, whatever order the object was written in.
  const enumDescriptions = values.map((value: T[number]) => explanations[value]);
  return z.enum(values).describe(description).meta({ enumDescriptions });
}

/** `pass_threshold` of every type that has one. */
export function passThreshold(): z.ZodOptional<z.ZodNumber> {
  return z
    .number()
    .describe('Scores at or above it are marked passed in reports. It does not change the reward.')
    .meta({ examples: [0.8] })
    .optional();
}
