// Lists the operations and types of /api/openapi.json.

/** Makes an element with children. */
const make = (tag, ...children) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};

/** A block that opens on demand. */
const fold = (title, ...content) => make("details", make("summary", ...title), ...content);

/** A schema in one line of pseudo-TypeScript. */
const show = (schema = {}) => {
  if (schema.$ref) return schema.$ref.split("/").pop();
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (alternatives) return alternatives.map(show).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `${show(schema.items ?? schema.prefixItems?.[0])}[]`;
  if (schema.properties) {
    const field = ([name, value]) => `  ${name}${schema.required?.includes(name) ? "" : "?"}: ${show(value)}`;
    return `{\n${Object.entries(schema.properties).map(field).join("\n")}\n}`;
  }
  if (schema.additionalProperties) return `{ [key]: ${show(schema.additionalProperties)} }`;
  return [schema.type ?? "any"].flat().join(" | ");
};

const body = (content) => Object.values(content ?? {}).map((kind) => show(kind.schema)).join(" | ");

const operation = (method, path, what) => {
  const lines = (what.parameters ?? []).map((p) => `${p.in} ${p.name}: ${show(p.schema)}  ${p.description ?? ""}`);
  if (what.requestBody) lines.push(`body: ${body(what.requestBody.content)}`);
  for (const [status, answer] of Object.entries(what.responses)) {
    lines.push(`${status}: ${body(answer.content) || answer.description}`);
  }
  const title = [make("b", method), make("code", path), ` ${what.summary ?? ""}`];
  return fold(title, make("p", what.description ?? ""), make("pre", lines.join("\n")));
};

const api = await (await fetch("/api/openapi.json")).json();
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, what]) => operation(method, path, what)));
document.querySelector("#operations").replaceChildren(...operations);
const types = Object.entries(api.components.schemas).map(([name, schema]) =>
  fold([make("code", name)], make("p", schema.description ?? ""), make("pre", show(schema))));
document.querySelector("#types").replaceChildren(...types);
