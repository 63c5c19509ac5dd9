/** The API document for readers: what a call takes and answers, in lines. */
import { outlineOf, refusalsIn } from '../../../contract/wire/develop/apiOutline';

const document = {
  components: {
    schemas: {
      Car: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, plate: { type: 'string' } } },
    },
    responses: { 403: { description: 'Not permitted', 'x-description-zh': '没有权限' } },
  },
  paths: {
    '/api/blade-car/car/book': {
      post: {
        summary: 'Book cars',
        'x-summary-zh': '入账',
        tags: ['blade-car/car'],
        'x-permission': ['car_book'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['rows'],
                properties: {
                  rows: {
                    type: 'array',
                    items: { type: 'object', required: ['amount'], properties: { amount: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    success: { const: true },
                    data: {
                      type: 'object',
                      properties: {
                        total: { type: 'integer' },
                        records: { type: 'array', items: { $ref: '#/components/schemas/Car' } },
                      },
                    },
                  },
                },
              },
            },
          },
          403: { $ref: '#/components/responses/403' },
        },
      },
    },
  },
};

it('lists nested members of a body, those of a record of the answer, and the refusals', () => {
  const [{ calls }] = outlineOf(document) as [ReturnType<typeof outlineOf>[number]];
  const facts = (members: (typeof calls)[number]['body']) =>
    members.map(({ name, type, isRequired }) => [name, type, isRequired]);
  expect(facts(calls[0]!.body)).toEqual([
    ['rows', '{ amount }[]', true],
    ['rows[].amount', 'string', true],
  ]);
  expect(calls[0]!.answer).toBe('Page<Car>');
  expect(facts(calls[0]!.members)).toEqual([
    ['id', 'string', true],
    ['plate', 'string', false],
  ]);
  expect(calls[0]!.refusals).toEqual(['403']);
  expect(refusalsIn(document)).toEqual({ 403: { zh: '没有权限', en: 'Not permitted' } });
});
