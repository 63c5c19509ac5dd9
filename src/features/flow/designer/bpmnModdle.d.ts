/** What is used of the package that reads and writes BPMN; it publishes no types under its own name. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string;
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: readonly { message: string }[] }>;
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>;
    create(type: string, properties?: object): ModdleElement;
    createAny(name: string, namespace: string, properties?: object): ModdleElement;
  }
}
