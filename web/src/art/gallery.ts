/** Shows all tiles and cards at once, for those who draw them: `npm run dev`, then /art.html. Not part of the build. */

import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import "./tokens.css";

const target = document.getElementById("art");
if (target !== null) mount(Gallery, { target });
