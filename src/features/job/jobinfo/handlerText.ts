import { handlerSpec, isHandlerKey } from '../../../../contract/domain/job/jobHandlers';
import { type Language, label, textIn } from '../../../../contract/domain/text';

/** The name of a handler of this product; undefined for the key of another one. */
export function handlerTitle(key: string, language: Language): string | undefined {
  return isHandlerKey(key) ? textIn(label(...handlerSpec(key).title), language) : undefined;
}

/** The name of a job: what people called it, or, as long as it bears the name of its handler, what the product does. */
export function jobTitle(name: string, handler: string, language: Language): string {
  return (handlerTitle(handler, 'zh') === name && handlerTitle(handler, language)) || name;
}

/** The name of a handler with its key, or the key of another one. */
export function handlerText(key: string, language: Language): string {
  const title = handlerTitle(key, language);
  return title === undefined ? key : `${title} (${key})`;
}
