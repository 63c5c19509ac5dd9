/** Registers: modules that a tenant has made of its own models, served without code of their own. */
import { type Model, type ModelPlace, moduleOf } from './modelled';
import type { Module } from './module';
import { registerName, registerPath } from './registerName';

export function registerPlace(code: string): ModelPlace {
  return { name: registerName(code), path: `${registerPath}/${code}` };
}

export function registerModule(declared: Model): Module {
  return moduleOf(declared, registerPlace(declared.code));
}

/** What the console is told of a register. */
export interface Declaration {
  model: Model;
  /** Rises with each publication. */
  version: number;
}
