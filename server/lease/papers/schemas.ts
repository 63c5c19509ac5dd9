/** What the calls of loan papers answer. */
import Type from 'typebox';
import { acceptTargets, readingStatuses } from '../../../contract/wire/ocr/papers';
import { freeText, id, list, model, nullable, oneOf, optional, shape, text, whole } from '../../kernel/schemas';

const values = Type.Record(Type.String(), Type.String());

export const readingSchema = model(
  'PaperReading',
  shape({
    id: id(),
    attachId: id(),
    link: text(),
    name: text(),
    type: whole(),
    provider: text(),
    status: oneOf(...readingStatuses),
    progress: whole(),
    width: whole(),
    height: whole(),
    fields: list(
      shape({
        key: text(),
        label: text(),
        value: text(),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        box: nullable(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
        valid: Type.Boolean(),
        message: text(),
      }),
    ),
    checks: list(shape({ code: text(), level: oneOf('ok', 'warn', 'error'), message: text(), keys: list(text()) })),
    prefill: values,
    rawText: text(),
    duplicateOf: nullable(shape({ orderId: id(), contractCode: text() })),
    requestId: text(),
    version: whole(),
    customerId: nullable(id()),
    orderId: nullable(id()),
    accepted: nullable(values),
  }),
);

export const acceptedSchema = shape({
  id: id(),
  version: whole(),
  customerId: nullable(id()),
  pictureId: nullable(id()),
  prefill: values,
});

export const acceptanceSchema = Type.Object({
  id: id(),
  version: whole(),
  values,
  customerId: optional(id('写入的客户，不填则新增', 'Customer to be changed; without it one is made')),
  orderId: optional(id()),
  apply: oneOf(...acceptTargets),
  confirmed: optional(list(freeText())),
  tel: optional(freeText('新客户的联系电话', 'Phone of a new customer')),
});
