const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Drawing elements. Others are removed with their content: scripts, foreign documents, editors' notes. */
export const drawingElements = words(`
  svg g defs symbol use switch view title desc style path rect circle ellipse line polyline polygon image
  text tspan textPath marker mask clipPath pattern linearGradient radialGradient stop
  animate animateMotion animateTransform mpath set
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Elements that are removed while their content stays. */
export const transparentElements = words('a');

/** Attributes without a namespace that are kept, as far as their value is harmless. `href` has rules of its own. */
export const drawingAttributes = words(`
  accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency baseline-shift
  baseProfile begin bias by calcMode class clip clip-path clip-rule clipPathUnits color color-interpolation
  color-interpolation-filters color-rendering cursor cx cy d diffuseConstant direction display divisor
  dominant-baseline dur dx dy edgeMode elevation enable-background end exponent fill fill-opacity fill-rule filter
  filterUnits flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight fr from fx fy gradientTransform gradientUnits height href id image-rendering in in2 intercept
  isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes kerning lang lengthAdjust
  letter-spacing lighting-color limitingConeAngle marker marker-end marker-mid marker-start markerHeight markerUnits
  markerWidth mask mask-type maskContentUnits maskUnits max media method min mix-blend-mode mode numOctaves offset
  opacity operator order orient overflow overline-position overline-thickness paint-order pathLength patternContentUnits
  patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
  primitiveUnits r radius refX refY repeatCount repeatDur requiredFeatures restart result role rotate rx ry scale seed
  shape-rendering side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
  stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width style surfaceScale systemLanguage tableValues targetX targetY
  text-anchor text-decoration text-rendering textLength to transform transform-origin type unicode-bidi values
  vector-effect version viewBox visibility width word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2
  yChannelSelector z zoomAndPan`);

/** Elements that change an attribute of another over time. */
const animations = words('animate animateMotion animateTransform set');

const RASTER = /^data:image\/(?:png|jpe?g|gif|webp);base64,[\w+/=\s]*$/;
const WITHIN = /^#[^\s"'<>()\\]+$/;

/** References that a style may load: parts of the same image, and embedded pictures and fonts. */
const OWN_URL =
  /(?:#|data:(?:image\/(?:png|jpe?g|gif|webp)|font\/[\w-]+|application\/(?:x-)?font-[\w-]+)[;,])[^"'()\\]*/
    .source;
const OWN_URLS = new RegExp(`url\\(\\s*(?:"${OWN_URL}"\\s*|'${OWN_URL}'\\s*|${OWN_URL})\\)`, 'gi');
const LOADING =
  /\\|<|(?:url|src|image|image-set|cross-fade|expression)\s*\(|@import|@namespace|-moz-binding|behavior\s*:|script\s*:/i;

/** Whatever loads or runs anything has one of these. */
const SUSPICIOUS = /[\\<(@:]/;

/** Whether a style, or the value of an attribute, loads nothing from elsewhere and runs nothing. */
export const isHarmlessStyle = (text: string): boolean =>
  !SUSPICIOUS.test(text) || !LOADING.test(text.replace(OWN_URLS, ' '));

/** The attributes of an element that are kept. */
export const harmlessAttributes = (
  element: string,
  attributes: Readonly<Record<string, string>>,
): [name: string, value: string][] => {
  const kept: [string, string][] = [];
  for (const [given, value] of Object.entries(attributes)) {
    const name = given === 'xlink:href' ? 'href' : given;
    if (name === 'xml:space' || name === 'xml:lang') kept.push([name, value]);
    else if (!drawingAttributes.has(name)) continue;
    else if (name === 'href') {
      const text = value.trim();
      // Under the name that it has: some programs know the older one only.
      if (WITHIN.test(text) || (element === 'image' && RASTER.test(text))) kept.push([given, text]);
    } else if (isHarmlessStyle(value)) kept.push([name, value]);
  }
  return kept;
};

/** Whether an element changes what must stay as it was checked: an address or a style. */
export const isUnsafeAnimation = (element: string, attributes: Readonly<Record<string, string>>): boolean => {
  if (!animations.has(element)) return false;
  const target = attributes['attributeName']?.trim();
  return target !== undefined && (!drawingAttributes.has(target) || target === 'href' || target === 'style');
};
