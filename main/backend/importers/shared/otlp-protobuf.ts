import protobuf from 'protobufjs/light.js';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { objectsOf } from './fields.ts';

const attributes = { rule: 'repeated', type: 'KeyValue' };
const dropped = { type: 'uint32' };
/**
 * The messages of opentelemetry.proto.trace.v1 and what they use, by the field numbers of the published protocol
 * (open-telemetry/opentelemetry-proto, v1), and the same of logs. `Request` is both ExportTraceServiceRequest and TracesData.
 */
const MESSAGES = {
  AnyValue: {
    oneofs: {
      value: {
        oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
      },
    },
    fields: {
      stringValue: field(1, 'string'),
      boolValue: field(2, 'bool'),
      intValue: field(3, 'int64'),
      doubleValue: field(4, 'double'),
      arrayValue: field(5, 'ArrayValue'),
      kvlistValue: field(6, 'KeyValueList'),
      bytesValue: field(7, 'bytes'),
    },
  },
  ArrayValue: { fields: { values: many(1, 'AnyValue') } },
  KeyValueList: { fields: { values: many(1, 'KeyValue') } },
  KeyValue: { fields: { key: field(1, 'string'), value: field(2, 'AnyValue') } },
  Scope: {
    fields: {
      name: field(1, 'string'),
      version: field(2, 'string'),
      attributes: { id: 3, ...attributes },
      droppedAttributesCount: { id: 4, ...dropped },
    },
  },
  Resource: { fields: { attributes: { id: 1, ...attributes }, droppedAttributesCount: { id: 2, ...dropped } } },
  Request: { fields: { resourceSpans: many(1, 'ResourceSpans') } },
  ResourceSpans: {
    fields: { resource: field(1, 'Resource'), scopeSpans: many(2, 'ScopeSpans'), schemaUrl: field(3, 'string') },
  },
  ScopeSpans: { fields: { scope: field(1, 'Scope'), spans: many(2, 'Span'), schemaUrl: field(3, 'string') } },
  Span: {
    fields: {
      traceId: field(1, 'bytes'),
      spanId: field(2, 'bytes'),
      traceState: field(3, 'string'),
      parentSpanId: field(4, 'bytes'),
      name: field(5, 'string'),
      kind: field(6, 'int32'),
      startTimeUnixNano: field(7, 'fixed64'),
      endTimeUnixNano: field(8, 'fixed64'),
      attributes: { id: 9, ...attributes },
      droppedAttributesCount: { id: 10, ...dropped },
      events: many(11, 'Event'),
      droppedEventsCount: { id: 12, ...dropped },
      links: many(13, 'Link'),
      droppedLinksCount: { id: 14, ...dropped },
      status: field(15, 'Status'),
      flags: field(16, 'fixed32'),
    },
  },
  Event: {
    fields: {
      timeUnixNano: field(1, 'fixed64'),
      name: field(2, 'string'),
      attributes: { id: 3, ...attributes },
      droppedAttributesCount: { id: 4, ...dropped },
    },
  },
  Link: {
    fields: {
      traceId: field(1, 'bytes'),
      spanId: field(2, 'bytes'),
      traceState: field(3, 'string'),
      attributes: { id: 4, ...attributes },
      droppedAttributesCount: { id: 5, ...dropped },
      flags: field(6, 'fixed32'),
    },
  },
  LogsRequest: { fields: { resourceLogs: many(1, 'ResourceLogs') } },
  ResourceLogs: {
    fields: { resource: field(1, 'Resource'), scopeLogs: many(2, 'ScopeLogs'), schemaUrl: field(3, 'string') },
  },
  ScopeLogs: { fields: { scope: field(1, 'Scope'), logRecords: many(2, 'LogRecord'), schemaUrl: field(3, 'string') } },
  LogRecord: {
    fields: {
      timeUnixNano: field(1, 'fixed64'),
      severityNumber: field(2, 'int32'),
      severityText: field(3, 'string'),
      body: field(5, 'AnyValue'),
      attributes: { id: 6, ...attributes },
      droppedAttributesCount: { id: 7, ...dropped },
      flags: field(8, 'fixed32'),
      traceId: field(9, 'bytes'),
      spanId: field(10, 'bytes'),
      observedTimeUnixNano: field(11, 'fixed64'),
      eventName: field(12, 'string'),
    },
  },
  Status: { fields: { message: field(2, 'string'), code: field(3, 'int32') } },
  // What a receiver answers: ExportTraceServiceResponse, and google.rpc.Status for a refusal.
  Response: { fields: { partialSuccess: field(1, 'PartialSuccess') } },
  PartialSuccess: { fields: { rejectedSpans: field(1, 'int64'), errorMessage: field(2, 'string') } },
  Refusal: { fields: { code: field(1, 'int32'), message: field(2, 'string') } },
};

const root = protobuf.Root.fromJSON({ nested: MESSAGES });

/** Why bytes are no OTLP request; the cause is left out, since it may repeat what they hold. */
export class NotOtlpError extends Error {
  override readonly name = 'NotOtlpError';
}

/**
 * Decodes an ExportTraceServiceRequest or TracesData.
 *
 * @returns the same in the form of OTLP/JSON: ids in hex, 64-bit numbers as text, bytes in base64
 * @throws {NotOtlpError} when the bytes are no such message
 */
export function decodeTraces(bytes: Uint8Array): JsonObject {
  return { resourceSpans: listIn(decode('Request', bytes), 'resourceSpans').map(withHexIds) };
}

/**
 * Decodes an ExportLogsServiceRequest, in which some instrumentations send what was said.
 *
 * @returns the same in the form of OTLP/JSON
 * @throws {NotOtlpError} when the bytes are no such message
 */
export function decodeLogs(bytes: Uint8Array): JsonObject {
  const logs = decode('LogsRequest', bytes);
  return {
    resourceLogs: listIn(logs, 'resourceLogs').map((resource) => ({
      ...resource,
      scopeLogs: listIn(resource, 'scopeLogs').map((scope) => ({
        ...scope,
        logRecords: listIn(scope, 'logRecords').map(hexed),
      })),
    })),
  };
}

/** As `decodeTraces`, for the one ResourceSpans whose bytes are given. */
export function decodeResourceSpans(bytes: Uint8Array): JsonObject {
  return withHexIds(decode('ResourceSpans', bytes));
}

function decode(name: 'Request' | 'ResourceSpans' | 'LogsRequest', bytes: Uint8Array): JsonObject {
  try {
    const type = root.lookupType(name);
    // The options leave nothing but JSON: texts, numbers, lists and plain objects.
    return type.toObject(type.decode(bytes), { longs: String, bytes: String, enums: Number, json: true });
  } catch (cause) {
    throw new NotOtlpError('The bytes are no OTLP request.', { cause });
  }
}

function listIn(value: JsonObject, key: string): readonly JsonObject[] {
  return objectsOf(value[key]);
}

function withHexIds(resource: JsonObject): JsonObject {
  return {
    ...resource,
    scopeSpans: listIn(resource, 'scopeSpans').map((scope) => ({
      ...scope,
      spans: listIn(scope, 'spans').map((span) => ({
        ...hexed(span),
        ...(Array.isArray(span['links']) ? { links: listIn(span, 'links').map(hexed) } : {}),
      })),
    })),
  };
}

function hexed(item: JsonObject): JsonObject {
  const ids = ['traceId', 'spanId', 'parentSpanId'].flatMap((key): [string, string][] => {
    const id = item[key];
    return typeof id === 'string' ? [[key, Buffer.from(id, 'base64').toString('hex')]] : [];
  });
  return { ...item, ...Object.fromEntries(ids) };
}

/** Encodes a request in the form of OTLP/JSON, for tests and for tools that send. Ids in hex. */
export function encodeTraces(request: JsonObject): Uint8Array {
  const type = root.lookupType('Request');
  const plain = {
    resourceSpans: listIn(request, 'resourceSpans').map((resource) => ({
      ...resource,
      scopeSpans: listIn(resource, 'scopeSpans').map((scope) => ({
        ...scope,
        spans: listIn(scope, 'spans').map((span) => ({
          ...withBytes(span),
          links: listIn(span, 'links').map(withBytes),
        })),
      })),
    })),
  };
  return type.encode(type.fromObject(plain)).finish();
}

function withBytes(item: JsonObject): object {
  const ids = ['traceId', 'spanId', 'parentSpanId'].flatMap((key): [string, Uint8Array][] => {
    const id = item[key];
    return typeof id === 'string' ? [[key, Buffer.from(id, 'hex')]] : [];
  });
  return { ...item, ...Object.fromEntries(ids) };
}

/** @returns an ExportTraceServiceResponse; `rejected` 0 means that all was taken */
export function encodeAnswer(rejected: number, message: string): Uint8Array {
  const type = root.lookupType('Response');
  const isWhole = rejected === 0 && message === '';
  const answer = isWhole ? {} : { partialSuccess: { rejectedSpans: rejected, errorMessage: message } };
  return type.encode(type.fromObject(answer)).finish();
}

/** @returns a google.rpc.Status, which OTLP wants as the body of a refusal */
export function encodeRefusal(code: number, message: string): Uint8Array {
  const type = root.lookupType('Refusal');
  return type.encode(type.fromObject({ code, message })).finish();
}

type Field = { readonly id: number; readonly type: string };

function field(id: number, type: string): Field {
  return { id, type };
}

function many(id: number, type: string): Field & { readonly rule: 'repeated' } {
  return { id, type, rule: 'repeated' };
}
