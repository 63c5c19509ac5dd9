/** `GET {path}/declaration`: what the console makes the page of a register from. */
import Type from 'typebox';
import type { Module } from '../../../contract/schema/module';
import type { Declaration } from '../../../contract/schema/register';
import { type Call, defineCall } from '../../kernel/call';
import { shape, whole } from '../../kernel/schemas';

export function declarationCall(module: Module, declaration: Declaration): Call {
  return defineCall({
    method: 'GET',
    path: module.url('declaration'),
    title: [`${module.label.zh}声明`, `${module.label.en}: its declaration`],
    answer: shape({ model: Type.Record(Type.String(), Type.Unknown()), version: whole() }),
    permission: module.permission('list'),
    handle: async () => declaration,
  });
}
